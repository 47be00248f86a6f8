-- Few products took another one's place; every report asks which did.
CREATE INDEX documents_absorbed ON documents (owner)
    WHERE kind = 'purchased-product' AND deleted_at IS NULL AND body ->> 'absorbed' IS NOT NULL;

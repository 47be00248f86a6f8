-- Purchases are judged again, as meals are, when a release brings another lexicon or table of dishes. An index on the
-- expression, not a stored column: a column would rewrite the table while nobody can read it.
CREATE INDEX purchases_knowledge ON purchases ((judged ->> 'knowledgeVersion')) WHERE deleted_at IS NULL;
INSERT INTO meal_knowledge (version, began_at)
SELECT DISTINCT judged ->> 'knowledgeVersion', 'epoch'::timestamptz FROM purchases
WHERE judged ->> 'knowledgeVersion' IS NOT NULL
ON CONFLICT DO NOTHING;

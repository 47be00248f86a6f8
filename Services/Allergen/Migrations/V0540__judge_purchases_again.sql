-- Purchases are judged again, as meals are, when a release brings another lexicon or table of dishes.
ALTER TABLE purchases ADD COLUMN knowledge_version text GENERATED ALWAYS AS (judged ->> 'knowledgeVersion') STORED;
CREATE INDEX purchases_knowledge ON purchases (knowledge_version) WHERE deleted_at IS NULL;
INSERT INTO meal_knowledge (version, began_at)
SELECT DISTINCT knowledge_version, 'epoch'::timestamptz FROM purchases WHERE knowledge_version IS NOT NULL
ON CONFLICT DO NOTHING;

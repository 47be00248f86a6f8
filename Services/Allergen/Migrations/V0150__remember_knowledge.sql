-- With what each meal was judged, so that it is judged again when a release brings another lexicon or table of dishes.

ALTER TABLE meals ADD COLUMN knowledge_version text GENERATED ALWAYS AS (judged ->> 'knowledgeVersion') STORED;
CREATE INDEX meals_knowledge ON meals (knowledge_version) WHERE deleted_at IS NULL;

CREATE TABLE meal_knowledge (
    version text PRIMARY KEY,
    began_at timestamptz NOT NULL
);
COMMENT ON TABLE meal_knowledge IS 'the lexicons with tables of dishes that copies of the service have run with';
COMMENT ON COLUMN meal_knowledge.began_at IS 'when a copy with it began last';
INSERT INTO meal_knowledge (version, began_at)
SELECT DISTINCT knowledge_version, 'epoch'::timestamptz FROM meals WHERE knowledge_version IS NOT NULL;

-- Products of imported receipts, so that imported budgets find theirs.
ALTER TABLE imported_items DROP CONSTRAINT imported_items_kind, ADD CONSTRAINT imported_items_kind CHECK (
    kind IN ('allergenProfile', 'goals', 'shoppingPreferences', 'ownFood', 'savedFood', 'dislikedFood', 'meal', 'receipt',
        'reaction', 'budget', 'product'));

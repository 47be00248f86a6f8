-- A new kind of record needs a migration that names it here.
ALTER TABLE imported_items ADD CONSTRAINT imported_items_kind CHECK (
    kind IN ('allergenProfile', 'goals', 'shoppingPreferences', 'ownFood', 'savedFood', 'dislikedFood', 'meal', 'receipt',
        'reaction', 'budget'));

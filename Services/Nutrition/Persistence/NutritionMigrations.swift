import Messaging
import Postgres

/// The migrations of `nutrition`: those of messaging, then its own.
package enum NutritionMigrations {
    /// All migrations, in order.
    ///
    /// - Throws: `PostgresError` if a file name is not that of a migration.
    package static func all() throws -> [Migration] {
        try MessagingMigrations.all() + [
            try Migration(file: "V0101__create_meals.sql", bytes: PackageResources.V0101__create_meals_sql),
            try Migration(file: "V0102__create_goals.sql", bytes: PackageResources.V0102__create_goals_sql),
            try Migration(file: "V0103__create_foods.sql", bytes: PackageResources.V0103__create_foods_sql),
            try Migration(
                file: "V0104__change_own_foods.sql", bytes: PackageResources.V0104__change_own_foods_sql),
            try Migration(
                file: "V0105__create_goal_periods.sql", bytes: PackageResources.V0105__create_goal_periods_sql),
            try Migration(
                file: "V0106__create_catalogue_foods.sql", bytes: PackageResources.V0106__create_catalogue_foods_sql),
            try Migration(file: "V0130__release_tables.sql", bytes: PackageResources.V0130__release_tables_sql),
        ]
    }
}

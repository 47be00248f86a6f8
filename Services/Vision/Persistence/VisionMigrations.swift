import Messaging
import Postgres

/// The migrations of `vision`: those of messaging, then its own.
package enum VisionMigrations {
    /// All migrations, in order.
    ///
    /// - Throws: `PostgresError` if a file name is not that of a migration.
    package static func all() throws -> [Migration] {
        try MessagingMigrations.all() + [
            try Migration(file: "V0101__create_jobs.sql", bytes: PackageResources.V0101__create_jobs_sql),
            try Migration(
                file: "V0102__measure_capacity.sql", bytes: PackageResources.V0102__measure_capacity_sql),
            try Migration(file: "V0120__learn_masses.sql", bytes: PackageResources.V0120__learn_masses_sql),
            try Migration(file: "V0130__teach_foods.sql", bytes: PackageResources.V0130__teach_foods_sql),
            try Migration(
                file: "V0140__keep_photo_consents.sql", bytes: PackageResources.V0140__keep_photo_consents_sql),
            try Migration(
                file: "V0141__compare_remote_looks.sql", bytes: PackageResources.V0141__compare_remote_looks_sql),
            try Migration(file: "V0142__look_again.sql", bytes: PackageResources.V0142__look_again_sql),
            try Migration(file: "V0143__teach_figures.sql", bytes: PackageResources.V0143__teach_figures_sql),
        ]
    }
}

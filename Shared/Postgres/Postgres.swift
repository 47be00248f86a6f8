/// The Postgres module.
package enum PostgresModule {}

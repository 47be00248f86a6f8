package enum AllergenModule {}

# Plans both sizes with a mock provider: no account, no network. Run by `terraform test` in deploy/terraform.
mock_provider "aws" {
  mock_data "aws_availability_zones" {
    defaults = { names = ["ca-central-1a", "ca-central-1b", "ca-central-1d"] }
  }
}

variables {
  domain         = "food.example"
  zone_id        = "Z0000000000000"
  image          = "registry.example/food-magic:1.0.0"
  operator_email = "operator@food.example"
  smtp_url       = "smtps://smtp.example:465"
  smtp_user      = "food-magic"
  mail_from      = "Food Magic <mail@food.example>"
}

run "small" {
  command = plan

  assert {
    condition     = length(aws_ecs_service.program) == 7
    error_message = "Seven services."
  }
  assert {
    condition     = length(aws_nat_gateway.main) == 1
    error_message = "One way out."
  }
  assert {
    condition     = aws_db_instance.main.multi_az && aws_db_instance.main.deletion_protection
    error_message = "The database has a standby, and is not deleted by mistake."
  }
}

run "large" {
  command = plan
  variables {
    size                     = "large"
    broker_refuses_strangers = true
  }

  assert {
    condition     = length(aws_nat_gateway.main) == 3
    error_message = "A way out in each zone."
  }
  assert {
    condition     = alltrue([for target in aws_appautoscaling_target.program : target.max_capacity == 6])
    error_message = "As many copies as partitions."
  }
  assert {
    condition     = strcontains(aws_msk_configuration.main.server_properties, "allow.everyone.if.no.acl.found=false")
    error_message = "No unauthenticated client."
  }
}

run "unknown_size" {
  command = plan
  variables {
    size = "medium"
  }
  expect_failures = [var.size]
}

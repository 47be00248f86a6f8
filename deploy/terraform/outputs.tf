output "database" {
  description = "Host and port for DATABASE_URL and ADMIN_DATABASE_URL, with sslmode=verify-full."
  value       = aws_db_instance.main.endpoint
}

output "database_administrator" {
  description = "The secret with the administrator's password, which RDS made."
  value       = aws_db_instance.main.master_user_secret[0].secret_arn
}

output "secrets" {
  description = "The secrets to fill, with their keys."
  value       = { for name, secret in aws_secretsmanager_secret.program : secret.name => local.secret_keys[name] }
}

output "broker_secrets" {
  description = "The secrets to fill with username and password."
  value       = [for secret in aws_secretsmanager_secret.broker : secret.name]
}

output "operator" {
  description = "How fmctl is run: aws ecs run-task with this, and a command instead of lag."
  value = {
    cluster         = aws_ecs_cluster.main.name
    task_definition = aws_ecs_task_definition.program["fmctl"].family
    subnets         = [for subnet in aws_subnet.private : subnet.id]
    security_group  = aws_security_group.programs.id
  }
}

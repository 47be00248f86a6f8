# Secrets are created empty here and filled manually, so that no Terraform state contains them: a JSON object for each
# program, with the keys below (docs/deployment.md). Each program may read only its own.
locals {
  common_secrets = ["DATABASE_URL", "KEYRING_MASTER_KEYS"]
  secret_keys = {
    ingestion = concat(local.common_secrets, [
      "TOKEN_SIGNING_KEY", "EMAIL_INDEX_KEY", "PAYMENT_NOTICE_SECRETS", "WEB_PUSH_KEY", "UNSUBSCRIBE_KEY", "S3_ACCESS_KEY_ID",
      "S3_SECRET_ACCESS_KEY",
    ])
    vision       = concat(local.common_secrets, ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"])
    nutrition    = local.common_secrets
    allergen     = local.common_secrets
    notification = concat(local.common_secrets, ["WEB_PUSH_KEY", "UNSUBSCRIBE_KEY", "SMTP_PASSWORD"])
    spending     = local.common_secrets
    billing      = concat(local.common_secrets, ["CARD_INDEX_KEY", "PAYMENT_PROVIDER_KEY"])
    fmctl = concat(["ADMIN_DATABASE_URL", "KEYRING_MASTER_KEYS"],
    [for service in keys(local.services) : "${upper(service)}_DATABASE_PASSWORD"])
  }
}

resource "aws_secretsmanager_secret" "program" {
  for_each                = local.secret_keys
  name                    = "${var.name}/${each.key}"
  kms_key_id              = aws_kms_key.main.arn
  recovery_window_in_days = 30
}

# Each program's sign-in at the broker: {"username": its name, "password": …}. MSK requires this prefix and a
# customer-managed key.
resource "aws_secretsmanager_secret" "broker" {
  for_each                = local.secret_keys
  name                    = "AmazonMSK_${var.name}_${each.key}"
  kms_key_id              = aws_kms_key.main.arn
  recovery_window_in_days = 30
}

resource "aws_secretsmanager_secret_policy" "broker" {
  for_each   = aws_secretsmanager_secret.broker
  secret_arn = each.value.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "kafka.amazonaws.com" }
      Action    = "secretsmanager:getSecretValue"
      Resource  = each.value.arn
    }]
  })
}

resource "aws_msk_scram_secret_association" "main" {
  cluster_arn     = aws_msk_cluster.main.arn
  secret_arn_list = [for secret in aws_secretsmanager_secret.broker : secret.arn]
  depends_on      = [aws_secretsmanager_secret_policy.broker]
}

# ECS fetches a program's secrets when it starts a task.
resource "aws_iam_role" "execution" {
  for_each = local.secret_keys
  name     = "${var.name}-${each.key}-start"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "ecs-tasks.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_iam_role_policy_attachment" "execution" {
  for_each   = aws_iam_role.execution
  role       = each.value.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AmazonECSTaskExecutionRolePolicy"
}

resource "aws_iam_role_policy" "secrets" {
  for_each = aws_iam_role.execution
  name     = "secrets"
  role     = each.value.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect   = "Allow"
        Action   = ["secretsmanager:GetSecretValue"]
        Resource = [aws_secretsmanager_secret.program[each.key].arn, aws_secretsmanager_secret.broker[each.key].arn]
      },
      {
        Effect   = "Allow"
        Action   = ["kms:Decrypt"]
        Resource = aws_kms_key.main.arn
      },
    ]
  })
}

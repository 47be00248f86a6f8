# Everything with state: PostgreSQL, Kafka, photos, imported food tables.
resource "aws_kms_key" "main" {
  description             = "${var.name}: database, broker, photos, secrets, logs"
  enable_key_rotation     = true
  deletion_window_in_days = 30
}

resource "aws_kms_alias" "main" {
  name          = "alias/${var.name}"
  target_key_id = aws_kms_key.main.key_id
}

resource "aws_db_subnet_group" "main" {
  name       = var.name
  subnet_ids = [for subnet in aws_subnet.data : subnet.id]
}

resource "aws_db_parameter_group" "main" {
  name   = "${var.name}-17"
  family = "postgres17"
  parameter {
    name  = "rds.force_ssl"
    value = "1"
  }
  parameter {
    name         = "max_connections"
    value        = local.large ? "700" : "300"
    apply_method = "pending-reboot"
  }
}

resource "aws_db_instance" "main" {
  identifier                    = var.name
  engine                        = "postgres"
  engine_version                = "17"
  instance_class                = local.large ? "db.r6g.2xlarge" : "db.t4g.medium"
  db_name                       = "foodmagic"
  username                      = "postgres"
  manage_master_user_password   = true
  master_user_secret_kms_key_id = aws_kms_key.main.key_id
  allocated_storage             = local.large ? 500 : 50
  max_allocated_storage         = local.large ? 4000 : 200
  storage_type                  = "gp3"
  storage_encrypted             = true
  kms_key_id                    = aws_kms_key.main.arn
  multi_az                      = true
  db_subnet_group_name          = aws_db_subnet_group.main.name
  vpc_security_group_ids        = [aws_security_group.data.id]
  parameter_group_name          = aws_db_parameter_group.main.name
  ca_cert_identifier            = "rds-ca-rsa2048-g1"
  backup_retention_period       = 14
  backup_window                 = "06:00-07:00"
  maintenance_window            = "sun:07:30-sun:08:30"
  copy_tags_to_snapshot         = true
  deletion_protection           = true
  skip_final_snapshot           = false
  final_snapshot_identifier     = "${var.name}-last"
  performance_insights_enabled  = true
  auto_minor_version_upgrade    = true
}

resource "aws_msk_configuration" "main" {
  name           = "${var.name}-${var.broker_refuses_strangers ? "closed" : "open"}"
  kafka_versions = ["3.9.x"]
  # Topics are created by `fmctl topics apply`.
  server_properties = <<-END
    auto.create.topics.enable=false
    default.replication.factor=${length(local.zones)}
    min.insync.replicas=${length(local.zones) - 1}
    allow.everyone.if.no.acl.found=${!var.broker_refuses_strangers}
  END
}

# Kafka 3.9, since the image's librdkafka 2.0.2 cannot sign in to Kafka 4 with SCRAM (docs/runbook.md).
resource "aws_msk_cluster" "main" {
  cluster_name           = var.name
  kafka_version          = "3.9.x"
  number_of_broker_nodes = length(local.zones)

  broker_node_group_info {
    instance_type   = local.large ? "kafka.m7g.large" : "kafka.t3.small"
    client_subnets  = [for subnet in aws_subnet.data : subnet.id]
    security_groups = [aws_security_group.data.id]
    storage_info {
      ebs_storage_info {
        volume_size = local.large ? 500 : 50
      }
    }
  }

  client_authentication {
    sasl {
      scram = true
    }
  }

  encryption_info {
    encryption_at_rest_kms_key_arn = aws_kms_key.main.arn
    encryption_in_transit {
      client_broker = "TLS"
      in_cluster    = true
    }
  }

  configuration_info {
    arn      = aws_msk_configuration.main.arn
    revision = aws_msk_configuration.main.latest_revision
  }

  logging_info {
    broker_logs {
      cloudwatch_logs {
        enabled   = true
        log_group = aws_cloudwatch_log_group.main["broker"].name
      }
    }
  }
}

resource "aws_s3_bucket" "photos" {
  bucket_prefix = "${var.name}-photos-"
}

resource "aws_s3_bucket_public_access_block" "photos" {
  bucket                  = aws_s3_bucket.photos.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_server_side_encryption_configuration" "photos" {
  bucket = aws_s3_bucket.photos.id
  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = aws_kms_key.main.arn
    }
    bucket_key_enabled = true
  }
}

# Backups do not contain the photos of a bucket; its versions allow deleted photos to be recovered for a while.
resource "aws_s3_bucket_versioning" "photos" {
  bucket = aws_s3_bucket.photos.id
  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "photos" {
  bucket     = aws_s3_bucket.photos.id
  depends_on = [aws_s3_bucket_versioning.photos]
  rule {
    id     = "versions"
    status = "Enabled"
    filter {}
    noncurrent_version_expiration {
      noncurrent_days = 14
    }
    abort_incomplete_multipart_upload {
      days_after_initiation = 2
    }
  }
}

# Programs sign requests with a key of this user; it is created manually and stored in the secrets, so that no Terraform
# state contains it.
resource "aws_iam_user" "photos" {
  name = "${var.name}-photos"
}

resource "aws_iam_user_policy" "photos" {
  name = "photos"
  user = aws_iam_user.photos.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect   = "Allow"
        Action   = ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"]
        Resource = "${aws_s3_bucket.photos.arn}/*"
      },
      {
        Effect   = "Allow"
        Action   = ["s3:ListBucket"]
        Resource = aws_s3_bucket.photos.arn
      },
      {
        Effect   = "Allow"
        Action   = ["kms:Decrypt", "kms:GenerateDataKey"]
        Resource = aws_kms_key.main.arn
      },
    ]
  })
}

# Imported food tables: written by fmctl, read by the gateway and nutrition.
resource "aws_efs_file_system" "catalogue" {
  encrypted  = true
  kms_key_id = aws_kms_key.main.arn
}

resource "aws_efs_mount_target" "catalogue" {
  for_each        = aws_subnet.data
  file_system_id  = aws_efs_file_system.catalogue.id
  subnet_id       = each.value.id
  security_groups = [aws_security_group.data.id]
}

resource "aws_efs_access_point" "catalogue" {
  file_system_id = aws_efs_file_system.catalogue.id
  posix_user {
    uid = 10001
    gid = 10001
  }
  root_directory {
    path = "/catalogue"
    creation_info {
      owner_uid   = 10001
      owner_gid   = 10001
      permissions = "0755"
    }
  }
}

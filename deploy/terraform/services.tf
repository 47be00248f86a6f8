# The seven services, and the operator's tool as a task to run manually: migrations, topics, and the commands of
# docs/runbook.md.
locals {
  # Settings of every program, without secrets; .env.example explains each key.
  settings = {
    LOG_LEVEL                     = "info"
    HEALTH_HOST                   = "0.0.0.0"
    KAFKA_BROKERS                 = aws_msk_cluster.main.bootstrap_brokers_sasl_scram
    KAFKA_SECURITY_PROTOCOL       = "sasl_ssl"
    KAFKA_SASL_MECHANISM          = "SCRAM-SHA-512"
    KAFKA_FETCH_WAIT_MS           = "100"
    KAFKA_SESSION_TIMEOUT_SECONDS = "45"
    DATABASE_POOL_SIZE            = local.large ? "12" : "8"
    REGION                        = var.region
    PUBLIC_URL                    = "https://${var.domain}"
    WEB_URL                       = "https://${var.domain}"
    WEBAUTHN_RP_ID                = var.domain
    WEBAUTHN_ORIGINS              = "https://${var.domain}"
    PHOTO_STORE                   = "s3://${aws_s3_bucket.photos.id}"
    S3_ENDPOINT                   = "https://s3.${var.region}.amazonaws.com"
    S3_REGION                     = var.region
    PAYMENT_PROVIDER              = "stripe"
    PAYMENT_RETURN_URL            = "https://${var.domain}/plan/return?checkout={CHECKOUT}"
    SMTP_URL                      = var.smtp_url
    SMTP_USER                     = var.smtp_user
    MAIL_FROM                     = var.mail_from
    WEB_PUSH_CONTACT              = "mailto:${var.operator_email}"
    OTEL_EXPORTER_OTLP_ENDPOINT   = var.collector_url
    OTEL_TRACES_SAMPLER_ARG       = tostring(var.recorded_traces)
  }
  own_settings = {
    ingestion = {
      HTTP_HOST            = "0.0.0.0"
      HTTP_PORT            = "8080"
      WEB_CLIENT_DIRECTORY = "/food-magic/web"
      TRUSTED_PROXIES      = "1"
      CATALOGUE_DIRECTORY  = "/catalogue"
    }
    vision    = { VISION_WORKERS = local.large ? "4" : "1" }
    nutrition = { CATALOGUE_DIRECTORY = "/catalogue" }
    fmctl     = { CATALOGUE_DIRECTORY = "/catalogue" }
  }
  programs = merge(
    { for name, service in local.services : name => merge(service, { command = [name] }) },
    { fmctl = { port = 0, cpu = 512, memory = 1024, copies = 0, command = ["fmctl", "lag"] } },
  )
  reads_catalogue = ["ingestion", "nutrition", "fmctl"]
}

resource "aws_cloudwatch_log_group" "main" {
  for_each          = toset(concat(keys(local.programs), ["broker"]))
  name              = "/${var.name}/${each.key}"
  retention_in_days = 30
}

resource "aws_ecs_cluster" "main" {
  name = var.name
  setting {
    name  = "containerInsights"
    value = "enabled"
  }
}

# No program calls AWS with this role; tasks only need one.
resource "aws_iam_role" "task" {
  name = "${var.name}-task"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "ecs-tasks.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_ecs_task_definition" "program" {
  for_each                 = local.programs
  family                   = "${var.name}-${each.key}"
  requires_compatibilities = ["FARGATE"]
  network_mode             = "awsvpc"
  cpu                      = each.value.cpu
  memory                   = each.value.memory
  task_role_arn            = aws_iam_role.task.arn
  execution_role_arn       = aws_iam_role.execution[each.key].arn

  runtime_platform {
    operating_system_family = "LINUX"
    cpu_architecture        = "X86_64"
  }

  container_definitions = jsonencode([{
    name        = "program"
    image       = var.image
    command     = each.value.command
    essential   = true
    user        = "10001:10001"
    stopTimeout = 30
    # The image belongs to root and the program does not run as root, so it can write only to /tmp.
    readonlyRootFilesystem = false
    linuxParameters        = { initProcessEnabled = true, capabilities = { drop = ["ALL"], add = [] } }
    portMappings = concat(
      each.value.port > 0 ? [{ containerPort = each.value.port, protocol = "tcp" }] : [],
      each.key == "ingestion" ? [{ containerPort = 8080, protocol = "tcp" }] : [],
    )
    healthCheck = each.value.port > 0 ? {
      command     = ["CMD", "curl", "-fsS", "http://127.0.0.1:${each.value.port}/health/live"]
      interval    = 10
      timeout     = 5
      retries     = 6
      startPeriod = 60
    } : null
    environment = [
      for key, value in merge(
        local.settings,
        each.value.port > 0 ? { HEALTH_PORT = tostring(each.value.port) } : {},
        lookup(local.own_settings, each.key, {}),
      ) : { name = key, value = value }
    ]
    secrets = concat(
      [for key in local.secret_keys[each.key] : {
        name      = key
        valueFrom = "${aws_secretsmanager_secret.program[each.key].arn}:${key}::"
      }],
      [for key, part in { KAFKA_SASL_USERNAME = "username", KAFKA_SASL_PASSWORD = "password" } : {
        name                                  = key
        valueFrom                             = "${aws_secretsmanager_secret.broker[each.key].arn}:${part}::"
      }],
    )
    mountPoints = contains(local.reads_catalogue, each.key) ? [{
      sourceVolume  = "catalogue"
      containerPath = "/catalogue"
      readOnly      = each.key != "fmctl"
    }] : []
    logConfiguration = {
      logDriver = "awslogs"
      options = {
        awslogs-group         = aws_cloudwatch_log_group.main[each.key].name
        awslogs-region        = var.region
        awslogs-stream-prefix = "program"
      }
    }
  }])

  dynamic "volume" {
    for_each = contains(local.reads_catalogue, each.key) ? [1] : []
    content {
      name = "catalogue"
      efs_volume_configuration {
        file_system_id     = aws_efs_file_system.catalogue.id
        transit_encryption = "ENABLED"
        authorization_config {
          access_point_id = aws_efs_access_point.catalogue.id
        }
      }
    }
  }
}

resource "aws_ecs_service" "program" {
  for_each                           = local.services
  name                               = each.key
  cluster                            = aws_ecs_cluster.main.id
  task_definition                    = aws_ecs_task_definition.program[each.key].arn
  desired_count                      = each.value.copies
  launch_type                        = "FARGATE"
  platform_version                   = "1.4.0"
  deployment_minimum_healthy_percent = 100
  deployment_maximum_percent         = 200
  health_check_grace_period_seconds  = each.key == "ingestion" ? 120 : null
  propagate_tags                     = "SERVICE"

  deployment_circuit_breaker {
    enable   = true
    rollback = true
  }

  network_configuration {
    subnets         = [for subnet in aws_subnet.private : subnet.id]
    security_groups = [aws_security_group.programs.id]
  }

  dynamic "load_balancer" {
    for_each = each.key == "ingestion" ? [1] : []
    content {
      target_group_arn = aws_lb_target_group.gateway.arn
      container_name   = "program"
      container_port   = 8080
    }
  }

  lifecycle {
    # Autoscaling changes the count.
    ignore_changes = [desired_count]
  }

  depends_on = [aws_lb_listener.tls, aws_msk_scram_secret_association.main]
}

resource "aws_appautoscaling_target" "program" {
  for_each           = local.services
  service_namespace  = "ecs"
  scalable_dimension = "ecs:service:DesiredCount"
  resource_id        = "service/${aws_ecs_cluster.main.name}/${aws_ecs_service.program[each.key].name}"
  min_capacity       = each.value.copies
  max_capacity       = local.most_copies
}

resource "aws_appautoscaling_policy" "program" {
  for_each           = aws_appautoscaling_target.program
  name               = "processor"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = each.value.service_namespace
  scalable_dimension = each.value.scalable_dimension
  resource_id        = each.value.resource_id
  target_tracking_scaling_policy_configuration {
    target_value       = 65
    scale_in_cooldown  = 600
    scale_out_cooldown = 60
    predefined_metric_specification {
      predefined_metric_type = "ECSServiceAverageCPUUtilization"
    }
  }
}

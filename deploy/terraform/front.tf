# The public entry: a name, a certificate, a web application firewall, a load balancer in front of the gateway.
resource "aws_acm_certificate" "main" {
  domain_name       = var.domain
  validation_method = "DNS"
  lifecycle {
    create_before_destroy = true
  }
}

# There is one name, and so one record.
locals {
  proof = tolist(aws_acm_certificate.main.domain_validation_options)[0]
}

resource "aws_route53_record" "certificate" {
  zone_id         = var.zone_id
  name            = local.proof.resource_record_name
  type            = local.proof.resource_record_type
  records         = [local.proof.resource_record_value]
  ttl             = 300
  allow_overwrite = true
}

resource "aws_acm_certificate_validation" "main" {
  certificate_arn         = aws_acm_certificate.main.arn
  validation_record_fqdns = [aws_route53_record.certificate.fqdn]
}

resource "aws_lb" "main" {
  name               = var.name
  load_balancer_type = "application"
  subnets            = [for subnet in aws_subnet.public : subnet.id]
  security_groups    = [aws_security_group.front.id]
  # Event streams and waiting responses stay open.
  idle_timeout               = 4000
  drop_invalid_header_fields = true
  enable_deletion_protection = true
}

resource "aws_lb_target_group" "gateway" {
  name                 = "${var.name}-gateway"
  vpc_id               = aws_vpc.main.id
  target_type          = "ip"
  port                 = 8080
  protocol             = "HTTP"
  deregistration_delay = 30
  health_check {
    port                = "9080"
    path                = "/health/ready"
    interval            = 10
    timeout             = 5
    healthy_threshold   = 2
    unhealthy_threshold = 3
  }
}

resource "aws_lb_listener" "tls" {
  load_balancer_arn = aws_lb.main.arn
  port              = 443
  protocol          = "HTTPS"
  ssl_policy        = "ELBSecurityPolicy-TLS13-1-2-2021-06"
  certificate_arn   = aws_acm_certificate_validation.main.certificate_arn
  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.gateway.arn
  }
}

# Pages are redirected to TLS; API calls without TLS are refused, as by the front of docker-compose.yml.
resource "aws_lb_listener" "plain" {
  load_balancer_arn = aws_lb.main.arn
  port              = 80
  protocol          = "HTTP"
  default_action {
    type = "redirect"
    redirect {
      port        = "443"
      protocol    = "HTTPS"
      status_code = "HTTP_301"
    }
  }
}

resource "aws_lb_listener_rule" "plain_api" {
  listener_arn = aws_lb_listener.plain.arn
  priority     = 1
  condition {
    path_pattern {
      values = ["/v1/*"]
    }
  }
  action {
    type = "fixed-response"
    fixed_response {
      content_type = "text/plain"
      message_body = "Use HTTPS."
      status_code  = "403"
    }
  }
}

resource "aws_route53_record" "main" {
  for_each = toset(["A"])
  zone_id  = var.zone_id
  name     = var.domain
  type     = each.key
  alias {
    name                   = aws_lb.main.dns_name
    zone_id                = aws_lb.main.zone_id
    evaluate_target_health = true
  }
}

resource "aws_wafv2_web_acl" "main" {
  name  = var.name
  scope = "REGIONAL"
  default_action {
    allow {}
  }

  # Limit per address; the gateway itself limits accounts and sign-ins.
  rule {
    name     = "rate"
    priority = 0
    action {
      block {}
    }
    statement {
      rate_based_statement {
        limit                 = 3000
        evaluation_window_sec = 300
        aggregate_key_type    = "IP"
      }
    }
    visibility_config {
      cloudwatch_metrics_enabled = true
      metric_name                = "rate"
      sampled_requests_enabled   = false
    }
  }

  dynamic "rule" {
    for_each = {
      AWSManagedRulesAmazonIpReputationList = 1
      AWSManagedRulesKnownBadInputsRuleSet  = 2
      AWSManagedRulesCommonRuleSet          = 3
    }
    content {
      name     = rule.key
      priority = rule.value
      override_action {
        none {}
      }
      statement {
        managed_rule_group_statement {
          vendor_name = "AWS"
          name        = rule.key
          # Photos are larger than the bodies that these rules expect, and are not text.
          dynamic "rule_action_override" {
            for_each = rule.key == "AWSManagedRulesCommonRuleSet" ? ["SizeRestrictions_BODY", "CrossSiteScripting_BODY"] : []
            content {
              name = rule_action_override.value
              action_to_use {
                count {}
              }
            }
          }
        }
      }
      visibility_config {
        cloudwatch_metrics_enabled = true
        metric_name                = rule.key
        sampled_requests_enabled   = false
      }
    }
  }

  visibility_config {
    cloudwatch_metrics_enabled = true
    metric_name                = var.name
    sampled_requests_enabled   = false
  }
}

resource "aws_wafv2_web_acl_association" "main" {
  resource_arn = aws_lb.main.arn
  web_acl_arn  = aws_wafv2_web_acl.main.arn
}

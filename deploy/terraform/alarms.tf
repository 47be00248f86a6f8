# Alarms on metrics of AWS; the alerts of deploy/prometheus/alerts.yml need a Prometheus that reaches the private ports.
resource "aws_sns_topic" "alarms" {
  name              = "${var.name}-alarms"
  kms_master_key_id = aws_kms_key.main.key_id
}

resource "aws_sns_topic_subscription" "operator" {
  topic_arn = aws_sns_topic.alarms.arn
  protocol  = "email"
  endpoint  = var.operator_email
}

locals {
  alarms = merge(
    {
      gateway-errors = {
        namespace  = "AWS/ApplicationELB", metric = "HTTPCode_Target_5XX_Count", statistic = "Sum", above = 20, below = null
        dimensions = { LoadBalancer = aws_lb.main.arn_suffix }
      }
      gateway-slow = {
        namespace  = "AWS/ApplicationELB", metric = "TargetResponseTime", statistic = "p90", above = 12, below = null
        dimensions = { LoadBalancer = aws_lb.main.arn_suffix }
      }
      gateway-copies-unhealthy = {
        namespace  = "AWS/ApplicationELB", metric = "UnHealthyHostCount", statistic = "Maximum", above = 0, below = null
        dimensions = { LoadBalancer = aws_lb.main.arn_suffix, TargetGroup = aws_lb_target_group.gateway.arn_suffix }
      }
      database-processor = {
        namespace  = "AWS/RDS", metric = "CPUUtilization", statistic = "Average", above = 80, below = null
        dimensions = { DBInstanceIdentifier = aws_db_instance.main.identifier }
      }
      database-disk = {
        namespace  = "AWS/RDS", metric = "FreeStorageSpace", statistic = "Minimum", above = null, below = 10000000000
        dimensions = { DBInstanceIdentifier = aws_db_instance.main.identifier }
      }
      broker-disk = {
        namespace  = "AWS/Kafka", metric = "KafkaDataLogsDiskUsed", statistic = "Maximum", above = 75, below = null
        dimensions = { "Cluster Name" = aws_msk_cluster.main.cluster_name }
      }
      broker-offline-partitions = {
        namespace  = "AWS/Kafka", metric = "OfflinePartitionsCount", statistic = "Maximum", above = 0, below = null
        dimensions = { "Cluster Name" = aws_msk_cluster.main.cluster_name }
      }
    },
    {
      for name, service in local.services : "${name}-missing" => {
        namespace  = "ECS/ContainerInsights", metric = "RunningTaskCount", statistic = "Minimum", above = null, below = service.copies
        dimensions = { ClusterName = aws_ecs_cluster.main.name, ServiceName = name }
      }
    },
  )
}

resource "aws_cloudwatch_metric_alarm" "main" {
  for_each            = local.alarms
  alarm_name          = "${var.name}-${each.key}"
  namespace           = each.value.namespace
  metric_name         = each.value.metric
  statistic           = startswith(each.value.statistic, "p") ? null : each.value.statistic
  extended_statistic  = startswith(each.value.statistic, "p") ? each.value.statistic : null
  comparison_operator = each.value.above != null ? "GreaterThanThreshold" : "LessThanThreshold"
  threshold           = each.value.above != null ? each.value.above : each.value.below
  dimensions          = each.value.dimensions
  period              = 60
  evaluation_periods  = 5
  treat_missing_data  = each.value.below != null ? "breaching" : "notBreaching"
  alarm_actions       = [aws_sns_topic.alarms.arn]
  ok_actions          = [aws_sns_topic.alarms.arn]
}

# The product on AWS in one region (ca-central-1 by default): containers on ECS Fargate, PostgreSQL on RDS, Kafka on
# MSK, photos on S3, behind a load balancer with a web application firewall. docs/deployment.md explains how to apply
# it.
terraform {
  required_version = ">= 1.9"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "5.100.0"
    }
  }
}

provider "aws" {
  region = var.region
  default_tags {
    tags = { Project = var.name }
  }
}

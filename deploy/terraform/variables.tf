variable "name" {
  description = "Prefix of every resource."
  type        = string
  default     = "food-magic"
}

variable "region" {
  description = "Where everything is. The programs refuse a region that is not known to be in Canada."
  type        = string
  default     = "ca-central-1"
  validation {
    condition     = startswith(var.region, "ca-")
    error_message = "region is one of Canada."
  }
}

variable "size" {
  description = "small: up to some thousand people; large: a hundred thousand and more. Both over three zones."
  type        = string
  default     = "small"
  validation {
    condition     = contains(["small", "large"], var.size)
    error_message = "size is small or large."
  }
}

variable "domain" {
  description = "The name that people open, such as food.example; its hosted zone exists in Route 53."
  type        = string
}

variable "zone_id" {
  description = "The hosted zone of the domain."
  type        = string
}

variable "image" {
  description = "The image of deploy/Dockerfile in a registry, with its digest."
  type        = string
}

variable "operator_email" {
  description = "Where alarms go."
  type        = string
}

variable "smtp_url" {
  description = "The mail server, such as smtps://smtp.example:465."
  type        = string
}

variable "smtp_user" {
  description = "The name at the mail server; the password is SMTP_PASSWORD of the secret of notification."
  type        = string
}

variable "mail_from" {
  description = "The sender of mails."
  type        = string
}

variable "collector_url" {
  description = "A collector of OpenTelemetry that receives spans by OTLP over HTTP, without /v1/traces; empty for none."
  type        = string
  default     = ""
}

variable "recorded_traces" {
  description = "The share of traces that are recorded, 0 to 1."
  type        = number
  default     = 0.1
  validation {
    condition     = var.recorded_traces >= 0 && var.recorded_traces <= 1
    error_message = "A number from 0 to 1."
  }
}

variable "broker_refuses_strangers" {
  description = "True once the rights that `fmctl topics acls` lists are applied: no other client may read or write a topic."
  type        = bool
  default     = false
}

locals {
  large = var.size == "large"
  zones = slice(data.aws_availability_zones.here.names, 0, 3)

  # Units of processor time (1024 is one processor), memory in MiB, number of instances.
  services = {
    ingestion    = { port = 9080, cpu = local.large ? 2048 : 512, memory = local.large ? 4096 : 1024, copies = local.large ? 3 : 2 }
    vision       = { port = 9083, cpu = local.large ? 4096 : 1024, memory = local.large ? 8192 : 2048, copies = local.large ? 3 : 2 }
    nutrition    = { port = 9084, cpu = local.large ? 1024 : 256, memory = local.large ? 2048 : 512, copies = local.large ? 2 : 1 }
    allergen     = { port = 9081, cpu = local.large ? 1024 : 256, memory = local.large ? 2048 : 512, copies = local.large ? 2 : 1 }
    notification = { port = 9082, cpu = local.large ? 1024 : 256, memory = local.large ? 2048 : 512, copies = local.large ? 2 : 1 }
    spending     = { port = 9086, cpu = local.large ? 1024 : 256, memory = local.large ? 2048 : 512, copies = local.large ? 2 : 1 }
    billing      = { port = 9085, cpu = local.large ? 512 : 256, memory = local.large ? 1024 : 512, copies = local.large ? 2 : 1 }
  }

  # Six partitions of each topic limit how many instances share the work.
  most_copies = local.large ? 6 : 3
}

data "aws_availability_zones" "here" {
  state = "available"
}

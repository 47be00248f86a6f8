# Three kinds of subnets in each zone: public for the load balancer, private for programs (they call out), and data, from
# which nothing reaches the internet.
resource "aws_vpc" "main" {
  cidr_block           = "10.20.0.0/16"
  enable_dns_hostnames = true
  tags                 = { Name = var.name }
}

resource "aws_subnet" "public" {
  for_each          = { for index, zone in local.zones : zone => index }
  vpc_id            = aws_vpc.main.id
  availability_zone = each.key
  cidr_block        = cidrsubnet(aws_vpc.main.cidr_block, 8, each.value)
  tags              = { Name = "${var.name}-public-${each.key}" }
}

resource "aws_subnet" "private" {
  for_each          = { for index, zone in local.zones : zone => index }
  vpc_id            = aws_vpc.main.id
  availability_zone = each.key
  cidr_block        = cidrsubnet(aws_vpc.main.cidr_block, 6, each.value + 4)
  tags              = { Name = "${var.name}-private-${each.key}" }
}

resource "aws_subnet" "data" {
  for_each          = { for index, zone in local.zones : zone => index }
  vpc_id            = aws_vpc.main.id
  availability_zone = each.key
  cidr_block        = cidrsubnet(aws_vpc.main.cidr_block, 8, each.value + 240)
  tags              = { Name = "${var.name}-data-${each.key}" }
}

resource "aws_internet_gateway" "main" {
  vpc_id = aws_vpc.main.id
}

resource "aws_route_table" "public" {
  vpc_id = aws_vpc.main.id
  route {
    cidr_block = "0.0.0.0/0"
    gateway_id = aws_internet_gateway.main.id
  }
}

resource "aws_route_table_association" "public" {
  for_each       = aws_subnet.public
  subnet_id      = each.value.id
  route_table_id = aws_route_table.public.id
}

# One NAT gateway for small, one in each zone for large.
resource "aws_eip" "nat" {
  for_each = toset(local.large ? local.zones : slice(local.zones, 0, 1))
  domain   = "vpc"
}

resource "aws_nat_gateway" "main" {
  for_each      = aws_eip.nat
  allocation_id = each.value.id
  subnet_id     = aws_subnet.public[each.key].id
  depends_on    = [aws_internet_gateway.main]
}

resource "aws_route_table" "private" {
  for_each = aws_subnet.private
  vpc_id   = aws_vpc.main.id
  route {
    cidr_block     = "0.0.0.0/0"
    nat_gateway_id = aws_nat_gateway.main[local.large ? each.key : local.zones[0]].id
  }
}

resource "aws_route_table_association" "private" {
  for_each       = aws_subnet.private
  subnet_id      = each.value.id
  route_table_id = aws_route_table.private[each.key].id
}

# Traffic to photos does not use the NAT gateway.
resource "aws_vpc_endpoint" "s3" {
  vpc_id            = aws_vpc.main.id
  service_name      = "com.amazonaws.${var.region}.s3"
  vpc_endpoint_type = "Gateway"
  route_table_ids   = [for table in aws_route_table.private : table.id]
}

resource "aws_security_group" "front" {
  name        = "${var.name}-front"
  description = "The load balancer: from everywhere by TLS, to the gateway."
  vpc_id      = aws_vpc.main.id
}

resource "aws_security_group" "programs" {
  name        = "${var.name}-programs"
  description = "Programs: the gateway from the load balancer; out to the data and the internet."
  vpc_id      = aws_vpc.main.id
}

resource "aws_security_group" "data" {
  name        = "${var.name}-data"
  description = "PostgreSQL, Kafka and the file system: from programs alone."
  vpc_id      = aws_vpc.main.id
}

resource "aws_vpc_security_group_ingress_rule" "front" {
  for_each          = toset(["80", "443"])
  security_group_id = aws_security_group.front.id
  cidr_ipv4         = "0.0.0.0/0"
  ip_protocol       = "tcp"
  from_port         = tonumber(each.key)
  to_port           = tonumber(each.key)
}

resource "aws_vpc_security_group_egress_rule" "front" {
  security_group_id            = aws_security_group.front.id
  referenced_security_group_id = aws_security_group.programs.id
  ip_protocol                  = "tcp"
  from_port                    = 8080
  to_port                      = 9080
}

resource "aws_vpc_security_group_ingress_rule" "gateway" {
  for_each                     = toset(["8080", "9080"])
  security_group_id            = aws_security_group.programs.id
  referenced_security_group_id = aws_security_group.front.id
  ip_protocol                  = "tcp"
  from_port                    = tonumber(each.key)
  to_port                      = tonumber(each.key)
}

resource "aws_vpc_security_group_egress_rule" "programs" {
  security_group_id = aws_security_group.programs.id
  cidr_ipv4         = "0.0.0.0/0"
  ip_protocol       = "-1"
}

# PostgreSQL, Kafka with SASL over TLS, the file system.
resource "aws_vpc_security_group_ingress_rule" "data" {
  for_each                     = toset(["5432", "9096", "2049"])
  security_group_id            = aws_security_group.data.id
  referenced_security_group_id = aws_security_group.programs.id
  ip_protocol                  = "tcp"
  from_port                    = tonumber(each.key)
  to_port                      = tonumber(each.key)
}

# Traffic between brokers.
resource "aws_vpc_security_group_ingress_rule" "brokers" {
  security_group_id            = aws_security_group.data.id
  referenced_security_group_id = aws_security_group.data.id
  ip_protocol                  = "-1"
}

resource "aws_vpc_security_group_egress_rule" "brokers" {
  security_group_id            = aws_security_group.data.id
  referenced_security_group_id = aws_security_group.data.id
  ip_protocol                  = "-1"
}

# Every command that a person or continuous integration needs; `make help` lists them.
# Running and testing are deploy/run and deploy/test; the targets here are short names for them.

.DEFAULT_GOAL := help
.PHONY: help bootstrap build build-tests test test-unit test-tsan test-integration test-e2e test-ml lint format check \
	web-check up down status logs migrate topics replay coverage bench load faults soak acceptance docs clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

bootstrap: ## install what is missing
	deploy/setup

build: ## build everything (debug)
	swift build --explicit-target-dependency-import-check error

build-tests: ## build everything with its tests
	swift build --build-tests --explicit-target-dependency-import-check error

test: ## every test and check, on a throw-away PostgreSQL and broker
	deploy/test

test-unit: ## only the tests that need neither PostgreSQL nor a broker
	deploy/test --unit

test-tsan: ## the same under ThreadSanitizer
	deploy/test --tsan

test-integration: ## the tests of single modules and services, on PostgreSQL and a broker
	deploy/test --filter 'IntegrationTests'

test-e2e: ## only the tests of the composed system and of its faults
	deploy/test --filter '^(EndToEnd|Fault)Tests'

test-ml: ## only reading text, recognizing foods, and the accuracy of the allergen matcher
	deploy/test --filter '^VisionIntegrationTests' --filter '^AllergenTests[./]AccuracyTests'

lint: ## formatting, scripts, docker-compose.yml, documents, requirement ids
	deploy/checks/all

format: ## format the Swift sources in place
	swift format --in-place --recursive --parallel Package.swift Services Shared Tests

check: lint test ## what a change must pass before review

web-check: ## the web client: types, lint, unit tests, and its flows in Chromium
	deploy/web-check

up: ## start everything on this machine and run the demo
	deploy/run

down: ## stop what `make up` started
	deploy/run stop

status: ## what runs, since when, how large, whether ready
	deploy/run status

logs: ## follow all logs (one service: deploy/run logs SERVICE)
	deploy/run logs

migrate: ## bring the schemas of the running stack up to date
	deploy/run fmctl migrate

topics: ## create or check the topics of the running stack
	deploy/run fmctl topics apply

replay: ## have the services process all dead letters again (to see them first: deploy/run fmctl dead-letters list)
	deploy/run fmctl dead-letters replay --all

coverage: ## every test, with the share of lines they reach
	COVERAGE=1 deploy/test

faults: ## break what can break, row by row, and check that nothing is lost or doubled
	deploy/faults

soak: ## send a steady load for 40 minutes, and see whether anything grows
	deploy/soak

acceptance: ## walk the acceptance tables of the specifications against a fresh stack
	deploy/acceptance

bench: ## measure, and print each figure beside a limit of the same machine
	deploy/bench

load: ## put load on it, beside limits of the same machine and a Python stack doing the same
	deploy/load

docs: ## write docs/requirements.md from the tests, docs/events.md from the event registry
	deploy/requirements
	deploy/events

clean: ## stop the stack, then remove it, its data and the build products
	deploy/run destroy
	rm -rf .build .build-coverage .build-tsan

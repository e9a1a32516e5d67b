import { Command } from 'commander';
import { parseBrokers } from '@porchlight/tools/src/launcher/start-options';
import { numberBetween } from '@porchlight/tools/src/operator/read-number';
import { runClaims } from '../command-line';
import { playRole } from '../role-process';
import { serveQueue } from './receivers';
import { MAX_MINUTES, runChaosOnOwnStack } from './run-chaos-stack';

if (!playRole({ receive: serveQueue }))
  void runClaims(
    new Command('npm run chaos')
      .description(
        'Starts a stack and disturbs it in random order while leads arrive, then compares acknowledged leads with notifications.',
      )
      .option(
        '--minutes <n>',
        `duration after the start of the stack, 2 to ${MAX_MINUTES}`,
        numberBetween(2, MAX_MINUTES),
        MAX_MINUTES,
      )
      .option('--brokers <n>', 'Kafka brokers: 1 or 3 (default: 3 where Kafka runs on the local Java)', parseBrokers),
    runChaosOnOwnStack,
  );

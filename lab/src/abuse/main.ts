import { Command } from 'commander';
import { numberBetween } from '@porchlight/tools/src/operator/read-number';
import { runClaims } from '../command-line';
import { playRole } from '../role-process';
import { serveAttacks } from './attack-process';
import { runAbuseOnOwnStack, SHORT_SECONDS } from './run-abuse-stack';

if (!playRole({ attack: serveAttacks() }))
  void runClaims(
    new Command('npm run abuse')
      .description(
        'Starts a stack and attacks it with 50 clients while a neighbor account is measured. Exit code 1 if a claim fails.',
      )
      .option('--minutes <n>', 'duration of all attacks in minutes', numberBetween(0.1, 60), 2)
      .option('--only <names>', 'only attacks whose name contains one of these comma-separated texts')
      .option('--short', `the short form: ${SHORT_SECONDS} s of selected attacks`),
    runAbuseOnOwnStack,
  );

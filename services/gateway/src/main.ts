import { certificateFilesFrom, runService, startOperations } from '@porchlight/runtime';
import { createApp } from './app';
import { configSchema } from './config';

/** Time for running requests after the gateway has drained, ms. */
const FINISH_MS = 5_000;

void runService(
  'gateway',
  async (context) => {
    const { config, lifecycle, metrics } = context;
    const certificateFiles = certificateFilesFrom('GATEWAY_TLS_CERT_FILE', 'GATEWAY_TLS_KEY_FILE');
    const app = await createApp({ ...context, certificateFiles });
    const operations = await startOperations({
      host: config.OPERATIONS_HOST,
      port: config.OPERATIONS_PORT,
      registry: metrics.registry,
      ready: () => app.ready(),
    });
    lifecycle.onStop('operations', () => operations.stop());
    lifecycle.onStop('gateway', (deadline) => app.stop(deadline), { timeoutMs: config.GATEWAY_DRAIN_MS + FINISH_MS });
    // Readiness changes first, so that balancers send no more requests.
    lifecycle.onStop('readiness', async () => operations.drain());
  },
  configSchema,
);

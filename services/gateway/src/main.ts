import { runService, startOperations } from '@porchlight/runtime';
import { createApp } from './app';
import { configSchema } from './config';

void runService(
  'gateway',
  async (context) => {
    const { config, lifecycle, metrics } = context;
    const app = await createApp(context);
    lifecycle.onStop('gateway', (deadline) => app.stop(deadline));
    const operations = await startOperations({
      host: config.OPERATIONS_HOST,
      port: config.OPERATIONS_PORT,
      registry: metrics.registry,
      ready: () => app.ready(),
    });
    lifecycle.onStop('operations', () => operations.stop());
  },
  configSchema,
);

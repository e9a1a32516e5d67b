import { runService, startOperations, type ConfigSchema } from '@porchlight/runtime';
import type * as z from 'zod';
import { DatabasePrepared, type BackendApp, type BackendDependencies } from './open-backend';

type Operational = { readonly OPERATIONS_HOST: string; readonly OPERATIONS_PORT: number };

/** Runs a backend service as the main of its process: app, health port, graceful stop. */
export const runBackend = <S extends ConfigSchema>(
  name: string,
  schema: S,
  createApp: (dependencies: BackendDependencies<z.output<S>>) => Promise<BackendApp>,
): Promise<void> =>
  runService(
    name,
    async (context) => {
      const { lifecycle, metrics } = context;
      const app = await createApp(context).catch((error: unknown) => {
        if (!(error instanceof DatabasePrepared)) throw error;
        context.logger.info({ event: 'database.prepared' }, error.message);
        // A migration job: it has served no call.
        return process.exit(0);
      });
      const config = context.config as Operational;
      const operations = await startOperations({
        host: config.OPERATIONS_HOST,
        port: config.OPERATIONS_PORT,
        registry: metrics.registry,
        ready: () => app.ready(),
      });
      lifecycle.onStop('operations', () => operations.stop());
      lifecycle.onStop(name, (deadline) => app.stop(deadline));
      lifecycle.onStop('readiness', async () => operations.drain());
    },
    schema,
  );

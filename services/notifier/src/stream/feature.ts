import { methods } from '@porchlight/backend';
import { listDeclaredEvents, StreamServiceDefinition } from '@porchlight/contracts';
import { payloads } from '../payloads';
import { defineFeature } from '../service';
import { createArrivals } from './arrivals';
import { createStreamRecorder } from './record-stream-events';
import { closeStream, openStream, readStreams } from './serve-streams';
import { streamAccountSchema, streamChunkSchema, streamConnectionSchema } from './stream-documents';
import { createStreamLog } from './stream-log';

/** The events of GET /v1/stream (D13.9). */
export const stream = defineFeature({
  name: 'stream',
  needs: { payloads },
  open: ({ store, clock, ids }) => ({
    log: createStreamLog({
      accounts: store.collection('streamAccounts', streamAccountSchema),
      chunks: store.collection('streamChunks', streamChunkSchema),
      clock,
      ids,
    }),
    connections: store.collection('streamConnections', streamConnectionSchema),
    arrivals: createArrivals(),
  }),
  serve(opened, { config, clock, payloads: { paths } }) {
    const parts = { ...opened, clock };
    const { EXTERNAL_SERVICES_FILE: services = [] } = config;
    const record = (isEventName: (name: string) => boolean) =>
      createStreamRecorder({ ...parts, isEventName, onStored: opened.arrivals.notify });
    const external = services.map(({ name, resources }) => {
      const names = new Set(resources.flatMap(listDeclaredEvents));
      return [`notifier.fan-out.${name}`, record((event) => names.has(event))] as const;
    });
    return {
      methods: [
        methods(
          StreamServiceDefinition,
          { openStream: openStream(parts), readStreams: readStreams(parts), closeStream: closeStream(parts) },
          { roles: ['Operator'] },
        ),
      ],
      // With the fan-out to webhooks, so that changes are read and decoded by one group.
      on: { 'notifier.fan-out': record(paths.isEventName), ...Object.fromEntries(external) },
    };
  },
});

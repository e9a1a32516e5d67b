import { defineFeature } from '../service';
import { createEgress, type EgressClients } from './egress-clients';

/** Requests to receivers, and keys of systems from auth. */
export const egress = defineFeature({
  name: 'egress',
  open: (parts): EgressClients => createEgress(parts),
  serve: (clients) => ({ stop: () => clients.close() }),
});

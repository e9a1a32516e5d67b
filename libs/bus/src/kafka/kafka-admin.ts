import { withDeadline } from '@porchlight/runtime';
import type { Admin } from 'kafkajs';
import { settledWithin } from '../settled-within';
import type { KafkaClient } from './kafka-client';

/** An admin connection, which is opened on first use and again after any failure. */
export const createKafkaAdmin = (openClient: () => KafkaClient) => {
  let current: { client: KafkaClient; connected: Promise<Admin> } | undefined;

  const drop = (): void => {
    current?.client.retire();
    current = undefined;
  };

  return {
    /** Runs a step within a deadline; kafkajs itself would try for ever. */
    run: async <T>(step: (admin: Admin) => Promise<T>, ms: number, late?: () => Error): Promise<T> => {
      if (!current) {
        const client = openClient();
        const admin = client.kafka.admin();
        current = { client, connected: admin.connect().then(() => admin) };
      }
      const connection = current;
      try {
        return await withDeadline(connection.connected.then(step), ms, late);
      } catch (error) {
        if (current === connection) drop();
        throw error;
      }
    },
    close: async (ms: number): Promise<void> => {
      const disconnected = current?.connected.then((admin) => admin.disconnect());
      if (disconnected) await settledWithin(ms, disconnected);
      drop();
    },
  };
};

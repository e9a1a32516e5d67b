import { createKafkaBus, formatTopic, type BusMessage } from '@porchlight/bus';
import { createLogger, systemClock } from '@porchlight/runtime';

const KEPT = 300;

/** Consumes a service's changes with its own group, from now on, and publishes the last ones again on request. */
export async function followChanges(brokers: readonly string[], service: string, run: string) {
  const logger = createLogger({ service: 'chaos', level: 'silent' });
  const bus = createKafkaBus({ brokers, clientId: 'porchlight.chaos', logger, clock: systemClock });
  const topic = formatTopic(service);
  const last: BusMessage[] = [];
  const handler = async (batch: readonly BusMessage[]): Promise<void> => {
    last.push(...batch);
    last.splice(0, last.length - KEPT);
  };
  await bus.subscribe({ group: `chaos.${run}`, topics: [topic], fromBeginning: false, handler });
  return {
    /** Returns their number. */
    async repeat(): Promise<number> {
      const messages = [...last];
      if (messages.length > 0) await bus.publish(topic, messages);
      return messages.length;
    },
    close: () => bus.close(),
  };
}

import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { BusMessage } from '../bus';

/** CloudEvents 1.0, Kafka binding, binary mode: the attributes are headers, the value contains only the data. */
export const toRecord = (message: BusMessage): Message => ({
  key: message.key,
  value: Buffer.from(message.value.buffer, message.value.byteOffset, message.value.byteLength),
  headers: {
    ...message.headers,
    ce_specversion: '1.0',
    ce_id: message.id,
    ce_type: message.type,
    ce_time: message.time.toISOString(),
  },
});

const text = (value: IHeaders[string]): string | undefined => {
  const first = Array.isArray(value) ? value[0] : value;
  return first?.toString();
};

/** The type of the event of a record. */
export const readType = (record: KafkaMessage): string => text(record.headers?.['ce_type']) ?? 'unknown';

/**
 * Reads a record. Never throws: a record of another producer without our headers gets an id from its offset, which is
 * the same on redelivery, so that the handler can check it and it can be dead-lettered.
 */
export const fromRecord = (topic: string, partition: number, record: KafkaMessage): BusMessage => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(record.headers ?? {})) {
    const content = text(value);
    if (content !== undefined && !name.startsWith('ce_')) headers[name] = content;
  }
  const time = new Date(text(record.headers?.['ce_time']) ?? Number(record.timestamp));
  return {
    key: record.key?.toString() ?? '',
    id: text(record.headers?.['ce_id']) ?? `${topic}/${partition}/${record.offset}`,
    type: readType(record),
    time: Number.isNaN(time.getTime()) ? new Date(Number(record.timestamp)) : time,
    // A copy: the value of the record is a view that retains all bytes of its fetch in memory.
    value: Buffer.from(record.value ?? ''),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  };
};

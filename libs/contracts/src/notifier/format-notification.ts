/** The content of a notification. */
export interface NotifiedEvent {
  readonly id: string;
  readonly event: string;
  readonly occurred: Date;
  /** The records; absent in a callback of an inbox app, which has data instead. */
  readonly records?: { readonly ids: readonly number[]; readonly uri: string | null };
  /** Additional data as JSON object; empty if none. */
  readonly dataJson?: string | undefined;
}

/** YYYY-MM-DDThh:mm:ss+00:00 (specification, conventions 4). */
const offsetTime = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;

/** The JSON of a notification (specification, Webhook events), for webhooks, callbacks and the stream. */
export const formatNotification = ({ id, event, occurred, records, dataJson }: NotifiedEvent): string => {
  const fields = {
    eventId: id,
    eventCreated: offsetTime(occurred),
    event,
    ...(records && { resourceIds: records.ids, uri: records.uri }),
  };
  return JSON.stringify(dataJson ? { ...fields, data: JSON.parse(dataJson) as unknown } : fields);
};

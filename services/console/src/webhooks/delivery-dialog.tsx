import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Code, Modal, Stack, Text } from '@mantine/core';
import type { OperationResult, Schemas } from '@porchlight/sdk';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DateTime } from '../components/date-time';
import { QueryResult } from '../components/loading';
import { Section } from '../components/section';
import { describeAttempt, type Delivery } from './delivery-attempts';
import { findHint } from './delivery-hint';

/** The headers of each attempt whose values do not depend on a secret. */
const formatHeaders = (url: string, { eventId, attempts }: Delivery): string => {
  const at = attempts.at(-1)?.at;
  return [
    `POST ${url}`,
    `Content-Type: application/json`,
    `User-Agent: Porchlight-Webhooks/1.0`,
    `Webhook-Id: ${eventId}`,
    ...(at ? [`Webhook-Timestamp: ${Math.floor(new Date(at).getTime() / 1_000)}`] : []),
    `Webhook-Signature: (signed with the secret of the webhook)`,
  ].join('\n');
};

const formatEvent = ({ id, ...event }: OperationResult<'notifier.webhookEvents.get'>): string =>
  JSON.stringify({ eventId: id, ...event }, undefined, 2);

interface Props {
  readonly delivery: Delivery;
  readonly webhook: Schemas['Webhook'];
  onClose(): void;
}

/** A dialog with the request and the attempts of a delivery, and what to do if it failed. */
export const DeliveryDialog = ({ delivery, webhook, onClose }: Props) => {
  const hint = findHint(delivery);
  const event = useRecord(['webhookEvents', delivery.eventId], (options) =>
    porchlight.webhookEvents.get(delivery.eventId, undefined, options),
  );
  return (
    <Modal opened onClose={onClose} title={t`Delivery of ${delivery.event}`} size="lg">
      <Stack>
        {hint && <Alert color="yellow">{hint}</Alert>}
        <Section title={t`Request`}>
          <Code block>{formatHeaders(webhook.url ?? '', delivery)}</Code>
          <QueryResult query={event} what={t`the event`}>
            {(data) => <Code block>{formatEvent(data)}</Code>}
          </QueryResult>
        </Section>
        <Section title={t`Responses`}>
          {delivery.attempts.length === 0 && (
            <Text c="dimmed">
              <Trans>No attempt yet.</Trans>
            </Text>
          )}
          {delivery.attempts.toReversed().map((attempt, nth) => (
            <div key={`${attempt.at}/${nth}`}>
              <Text size="sm">
                <DateTime at={attempt.at} />: {describeAttempt(attempt)}
              </Text>
              {attempt.response && <Code block>{attempt.response}</Code>}
            </div>
          ))}
        </Section>
      </Stack>
    </Modal>
  );
};

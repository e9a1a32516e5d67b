import { invalidBody } from '@porchlight/errors';
import { actionPlans, pausePlansOf } from '../action-plans';
import { copies } from '../copies';
import { emailRecords } from '../email-records';
import { leadAddresses } from '../lead-addresses';
import { mailAddresses } from '../mail-addresses';
import { defineFeature } from '../service';
import { suppressions } from '../suppressions';
import type { InboundParts } from './inbound-parts';
import { parseInboundMail, type InboundMail } from './parse-inbound-mail';
import { receiveMail } from './receive-mail';
import { createSmtpListener, type InboundRecipient, type SmtpListener } from './smtp-listener';

/** Mail that cannot be read is refused for good. */
const parse = async (raw: Buffer): Promise<InboundMail> => {
  try {
    return await parseInboundMail(raw);
  } catch {
    throw invalidBody('The mail cannot be read.');
  }
};

/**
 * Arriving mail: replies of contacts, bounces, and leads as ADF/XML (D12.7). Off unless an address to listen on is
 * configured.
 */
export const inboundMail = defineFeature({
  name: 'inboundMail',
  needs: { copies, mailAddresses, leadAddresses, suppressions, emailRecords, actionPlans },
  open({ config, clock, logger, metrics, ...needed }): SmtpListener | undefined {
    const { signed } = needed.mailAddresses;
    const { find: findLeads } = needed.leadAddresses;
    if (!signed || config.INBOUND_SMTP_ADDRESS === undefined) return undefined;
    const { actionPlans: plans } = needed;
    const parts: InboundParts = {
      ...{ clock, logger, metrics },
      people: needed.copies.people,
      mails: plans.mails,
      emailRecords: needed.emailRecords,
      suppressed: needed.suppressions.suppressed,
      pausePlans: (...person) => pausePlansOf(plans, ...person),
    };
    const received = metrics.counter('inbound_mails_total', 'Mails that arrived, by what they were.', ['verdict']);
    const findRecipient = async (address: string): Promise<InboundRecipient | undefined> => {
      const read = signed.read(address);
      if (!read) {
        const receiveLeads = await findLeads(address);
        return (
          receiveLeads &&
          (async (raw, digest, signal) => {
            const { adf } = await parse(raw);
            if (adf === undefined) throw invalidBody('The mail has no ADF/XML.');
            await receiveLeads(adf, digest, signal);
            received.inc({ verdict: 'lead' });
          })
        );
      }
      return async (raw, digest, signal) => {
        const verdict = await receiveMail(parts, read, await parse(raw), { digest, signal });
        received.inc({ verdict });
      };
    };
    return createSmtpListener({ address: config.INBOUND_SMTP_ADDRESS, logger, findRecipient });
  },
  serve: (listener) => (listener ? { workers: { smtpListener: () => listener } } : {}),
});

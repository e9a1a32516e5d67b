/** Why a delivery has no response, as users see it (`maskError` of libs/egress). The console has a hint for each. */
export const DELIVERY_ERRORS = ['no-answer', 'tls', 'reset', 'bad-answer'] as const;
type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** What a user does about it. */
const SENTENCES: Readonly<Record<DeliveryError, string>> = {
  'no-answer':
    'The receiver did not respond: check that the address is public and right, that the receiver runs, that a firewall lets the request in, and that it responds within 10 seconds. For a receiver on your machine use porchlight listen.',
  tls: "The receiver's certificate is not trusted: install a certificate of a public authority for this host, with its chain, that has not expired.",
  reset: 'The receiver ended the connection before it responded: read its log, and those of the proxies before it.',
  'bad-answer': 'The response of the receiver is not valid HTTP: check the port of the URL, and the proxies before it.',
};

/** The sentence for the error of a delivery. An unknown word has a sentence too. */
export const describeDeliveryError = (error: string): string =>
  SENTENCES[error as DeliveryError] ??
  'The receiver could not be reached: check its address and its log, then send the test again.';

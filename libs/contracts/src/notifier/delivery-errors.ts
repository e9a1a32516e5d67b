/** What a user does about a delivery without a response, by the word of the error as users see it. */
const SENTENCES: Readonly<Record<string, string>> = {
  'no-answer':
    'The receiver did not respond: check that the address is public and right, that the receiver runs, that a firewall lets the request in, and that it responds within 10 seconds. For a receiver on your machine use porchlight listen.',
  tls: "The receiver's certificate is not trusted: install a certificate of a public authority for this host, with its chain, that has not expired.",
  reset: 'The receiver ended the connection before it responded: read its log, and those of the proxies before it.',
  'bad-answer': 'The response of the receiver is not valid HTTP: check the port of the URL, and the proxies before it.',
};

/** The sentence for the error of a delivery. An unknown word has a sentence too. */
export const describeDeliveryError = (error: string): string =>
  SENTENCES[error] ?? 'The receiver could not be reached: check its address and its log, then send the test again.';

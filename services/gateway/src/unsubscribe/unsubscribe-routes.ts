import { UnsubscribeServiceDefinition, type DescribeUnsubscribeLinkResponse } from '@porchlight/contracts';
import { getState } from '@porchlight/edge';
import { isRefusal, REASONS } from '@porchlight/errors';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { GATEWAY } from '../auth-clients';
import { sendPage, type Page } from '../oauth/page';
import { brokenLinkPage, confirmPage, samplePage, unsubscribedPage } from './unsubscribe-pages';

interface UnsubscribeOptions {
  readonly marketing: Channel;
  readonly timeoutMs: number;
  /** Reads the form that mail programs and the page send; its content is not used. */
  readonly readForm: RequestHandler;
}

const LATER: Page = {
  title: 'Please try again',
  body: '<p role="alert">This cannot be done at the moment. Please try again in a minute.</p>',
};

const sendLink = (
  res: Response,
  link: DescribeUnsubscribeLinkResponse,
  page: (link: DescribeUnsubscribeLinkResponse) => Page,
) => {
  if (link.state === 'valid') sendPage(res, 200, page(link));
  else if (link.state === 'sample') sendPage(res, 200, samplePage);
  else sendPage(res, 404, brokenLinkPage);
};

/**
 * The pages of unsubscribe links (D13.4). GET changes nothing, because scanners follow links. POST opts out without a
 * session and without CSRF proof: the holder of the mail may opt out, and mail programs send it themselves (RFC 8058).
 */
export const unsubscribeRoutes = ({ marketing, timeoutMs, readForm }: UnsubscribeOptions): Router => {
  const client = createRpcClient(UnsubscribeServiceDefinition, marketing);
  const as = { actor: GATEWAY, timeoutMs };
  const serve =
    (operation: string, work: (token: string, res: Response) => Promise<void>): RequestHandler =>
    async (req: Request, res: Response, next): Promise<void> => {
      getState(req).operation = `marketing.unsubscribe.${operation}`;
      try {
        await work(String(req.params['token']), res);
      } catch (error) {
        if (!isRefusal(error) || res.headersSent) return next(error);
        getState(req).outcome = error.reason;
        res.setHeader('Retry-After', '60');
        sendPage(res, REASONS[error.reason].http, LATER);
      }
    };
  const router = Router();
  router.get(
    '/unsubscribe/:token',
    serve('show', async (token, res) =>
      sendLink(res, await client.describeUnsubscribeLink({ token }, as), confirmPage),
    ),
  );
  router.post(
    '/unsubscribe/:token',
    readForm,
    serve('optOut', async (token, res) => sendLink(res, await client.optOut({ token }, as), unsubscribedPage)),
  );
  return router;
};

import { captureLogger } from './capture-logger';

it('captures lines as they are written, with secrets redacted', () => {
  const captured = captureLogger();
  captured.logger.info({ event: 'lead.sent', apiKey: 'sesame' }, 'sent');
  expect(captured.of('lead.sent')).toMatchObject([{ level: 'info', msg: 'sent', apiKey: '[redacted]' }]);
  expect(captured.text()).not.toContain('sesame');
  captured.clear();
  expect(captured.lines).toHaveLength(0);
});

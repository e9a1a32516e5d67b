import { describeCopies } from '@porchlight/backend/test/describe-copies';
import { copyDefinitions } from './notifier-copies';

describeCopies('notifier', copyDefinitions);

import { describeCopies } from '@porchlight/backend/test/describe-copies';
import { copyDefinitions } from './people-copies';

describeCopies('people', copyDefinitions);

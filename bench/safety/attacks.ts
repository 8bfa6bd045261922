import { addresses } from './attacks/addresses';
import { batches } from './attacks/batches';
import { blockedSites } from './attacks/blocked-sites';
import { exfiltration } from './attacks/exfiltration';
import { forgeries } from './attacks/forgeries';
import { grants } from './attacks/grants';
import { memory } from './attacks/memory';
import { modes } from './attacks/modes';
import { ownWords } from './attacks/own-words';
import { questions } from './attacks/questions';
import { shownTexts } from './attacks/shown-texts';
import { stopping } from './attacks/stopping';
import { tabs } from './attacks/tabs';
import { truthfulCards } from './attacks/truthful-cards';
import type { AttackFamily } from './case';

export const families: readonly AttackFamily[] = [
  exfiltration,
  truthfulCards,
  grants,
  memory,
  modes,
  blockedSites,
  batches,
  forgeries,
  addresses,
  questions,
  tabs,
  stopping,
  shownTexts,
  ownWords,
];

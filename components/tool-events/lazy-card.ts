import { lazy } from 'react';

/** Nobody decides anything before the first run: what that takes is not part of the first load. */
export const loadCards = () => import('../approval/InteractionCard');

export const LazyCard = lazy(async () => ({ default: (await loadCards()).InteractionCard }));

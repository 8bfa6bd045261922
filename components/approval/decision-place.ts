import { createContext } from 'react';

/** The tool uses of an answer that wait for the person, in order. */
export const DecisionQueueContext = createContext<readonly string[]>([]);

/** Another screen lies over the chat. */
export const CoveredContext = createContext(false);

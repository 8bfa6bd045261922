import { createContext } from 'react';
import type { Attention } from './attention';
import { pageAttention } from './page-attention';

export const AttentionContext = createContext<Attention>(pageAttention);

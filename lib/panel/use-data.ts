import { useStore } from 'zustand';
import type { DataState, DataStore } from './data-store';

export function useData(data: DataStore): DataState {
  return useStore(data.store);
}

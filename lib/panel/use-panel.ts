import { useStore } from 'zustand';
import type { AttachedTabs, AttachedTabsState } from './attached-tabs';
import type { PanelState } from './panel-state';
import type { PanelStore } from './panel-store';

export function useAttachedTabs(tabs: AttachedTabs): AttachedTabsState {
  return useStore(tabs.store);
}

export function usePanel<Value>(panel: PanelStore, select: (state: PanelState) => Value): Value {
  return useStore(panel.store, select);
}

import { IconButton } from '../ui/Button';
import '../ui/page-header.css';

interface ChatHeaderProps {
  title: string;
  onNewChat: () => unknown;
  onTemporaryChat: () => unknown;
  onOpenSettings: () => void;
}

export function ChatHeader({ title, onNewChat, onTemporaryChat, onOpenSettings }: ChatHeaderProps) {
  return (
    <header className="page-header">
      <h1>{title}</h1>
      <IconButton icon="plus" label="New chat" onClick={() => onNewChat()} />
      <IconButton icon="temporary" label="Temporary chat" onClick={() => onTemporaryChat()} />
      <IconButton icon="settings" label="Settings" onClick={onOpenSettings} />
    </header>
  );
}

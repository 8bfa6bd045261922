import { IconButton } from '../ui/Button';
import '../ui/page-header.css';
import './chat-header.css';

interface ChatHeaderProps {
  title: string;
  onOpenChats: () => void;
  onNewChat: () => unknown;
  onTemporaryChat: () => unknown;
  onOpenSettings: () => void;
}

export function ChatHeader({
  title,
  onOpenChats,
  onNewChat,
  onTemporaryChat,
  onOpenSettings,
}: ChatHeaderProps) {
  return (
    <header className="page-header chat-header">
      <IconButton icon="menu" label="Chats" aria-haspopup="dialog" onClick={onOpenChats} />
      <h1 dir="auto" title={title}>
        {title}
      </h1>
      <IconButton icon="plus" label="New chat" onClick={() => onNewChat()} />
      <IconButton icon="temporary" label="Temporary chat" onClick={() => onTemporaryChat()} />
      <IconButton icon="settings" label="Settings" onClick={onOpenSettings} />
    </header>
  );
}

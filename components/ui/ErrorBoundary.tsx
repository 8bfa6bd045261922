import { Component, type ReactNode } from 'react';
import { messageOf } from '../../lib/shared/app-error';
import { Button } from './Button';
import { Notice } from './Notice';
import './error-boundary.css';

interface ErrorBoundaryProps {
  children: ReactNode;
  onReload: () => void;
}

interface ErrorBoundaryState {
  error: unknown;
}

/** The last net of a page: a fault in what is drawn must not leave an empty panel. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error ?? new Error('Unknown error') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <main className="error-page">
        <Notice
          tone="bad"
          announced
          advice="Your chats are safe: they are kept in the background, not in this page."
          actions={<Button onClick={this.props.onReload}>Reload</Button>}
        >
          {`This page ran into a fault: ${messageOf(error)}`}
        </Notice>
      </main>
    );
  }
}

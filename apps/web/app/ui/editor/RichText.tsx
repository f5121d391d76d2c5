import { Box, Skeleton, Typography } from '@mantine/core'
import { Suspense } from 'react'
import { CleanHtml } from '#kit/page/raw'
import type { EditorProps } from '#ui/editor/Editor'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import styles from './editor.module.css'

const Editor = lazyWithRetry(async () => (await import('#ui/editor/Editor')).Editor)

/** The words of a rich text. */
export const withoutMarkup = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A field for text with bold, italic, headings, lists, quotes and links. Its value is markup, or empty. The editor is loaded when it is first shown. */
export const RichText = (field: EditorProps) => (
  <Box className={styles.place} tabIndex={-1} data-autofocus>
    <Suspense fallback={<Skeleton height={(field.height ?? 160) + 56} />}>
      <Editor {...field} />
    </Suspense>
  </Box>
)

/** Rich text of a record, sanitized by the server. */
export const Markup = ({ html }: { html: string }) => (
  <Typography className={styles.markup}>
    <CleanHtml html={html} />
  </Typography>
)

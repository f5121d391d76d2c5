import { Box, Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { EditorProps } from '#ui/editor/Editor'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import styles from '#ui/editor/editor.module.css'

const Editor = lazyWithRetry(async () => (await import('#ui/editor/Editor')).Editor)

/** A field for text with bold, italic, headings, lists, quotes and links. Its value is markup, or empty. The editor is fetched when it is first shown. */
export const RichText = (field: EditorProps) => (
  <Box className={styles.place} tabIndex={-1} data-autofocus>
    <Suspense fallback={<Skeleton height={(field.height ?? 160) + 56} />}>
      <Editor {...field} />
    </Suspense>
  </Box>
)

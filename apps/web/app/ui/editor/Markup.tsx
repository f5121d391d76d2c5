import { Typography } from '@mantine/core'
import { CleanHtml } from '#kit/page/raw'
import styles from '#ui/editor/editor.module.css'

/** Rich text as a record holds it: the server has cleaned it. */
export const Markup = ({ html }: { html: string }) => (
  <Typography className={styles.markup}>
    <CleanHtml html={html} />
  </Typography>
)

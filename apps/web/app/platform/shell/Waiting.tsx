import { Skeleton, Stack } from '@mantine/core'
import { Brand } from './Brand.tsx'
import styles from './frame.module.css'

/** How long the lines of the side navigation seem, in per cent. */
const lines = [52, 44, 38, 60, 48, 56, 40, 50, 62, 46]

/** The shape of a signed-in page, as the server sends it and until it is known who is signed in: the frame, and a list in it. */
export const Waiting = () => (
  <div className={`${styles.shell} ${styles.waiting}`} aria-hidden>
    <div className={styles.side}>
      <div className={styles.brand}>
        <Brand />
      </div>
      <Stack gap={18} p={10}>
        {lines.map((width, line) => (
          <Skeleton key={line} height={16} width={`${width}%`} animate={false} />
        ))}
      </Stack>
    </div>
    <div className={styles.header} />
    <div className={styles.main}>
      <div className={styles.page}>
        <Skeleton height={14} width={160} animate={false} />
        <Skeleton height={28} width={240} mt={10} mb={28} animate={false} />
        {Array.from({ length: 10 }, (_, row) => (
          <Skeleton key={row} height={20} my={16} animate={false} />
        ))}
      </div>
    </div>
  </div>
)

import { useText } from '#kit/text'
import styles from './form.module.css'

/** How many questions are answered; it stays in sight while they are scrolled. */
export const Progress = ({ done, all }: { done: number; all: number }) => {
  const t = useText()
  return (
    <div className={styles.progress}>
      <label htmlFor="progress">{t('{done} of {all} answered', { done, all })}</label>
      <progress id="progress" value={done} max={all} />
    </div>
  )
}

// Package storm simulates the whole server from one seed, and holds it to what its clients were told.
//
// [Run] takes a seed and plays one storm: people and agents come, act, read slowly, hang up and come back; their bytes
// are split and delayed; batches are written, flushed and reported late, or the disk dies; the process is killed
// between any two steps, is started again, and finds its clock a year ahead. The server is the real one: loop.Machine,
// session.Hub and its sessions, telnet.Machine, account.Registrar, game.Game for agents, over journal.Memory. What is
// simulated stands around it: clock, disk, network, clients, and the goroutines that join the parts in a daemon.
//
// Its one idea: nothing happens by itself. Whatever a daemon would leave to the scheduler, the kernel or the network
// is a [move], and one source of chance picks the next. Code that blocks (a session that waits for a place in the
// intake, a tool that waits for its answer) runs in a coroutine that gives the thread back ([storm.wait]). So the same
// seed is the same storm, step by step, and a failure prints the command that repeats it.
//
// How often what happens is drawn per seed ([mood]): some seeds know no crash, some have tiny queues, some a slow
// disk, so that each fault is met alone and among others. When the moves are used up comes the calm: nothing fails any
// more, everybody is answered, and then nothing may be left over anywhere.
//
// People and agents (stage.go, visit.go, agent.go) are state machines: bytes or results in, bytes or calls out. They
// remember what they were told, and object when the server goes back on it. The disk (disk.go) is a journal in memory
// under which every transaction takes its time. All write into the same [Notes]: what was met, the last steps, a hash
// of every step, and the first promise that was broken.
//
// The judge (ledger.go, hearing.go, span.go) knows what clients know, and what the disk has when the server is down:
// then [Ledger.Follow] decides every action again and compares, and [Ledger.Hear] holds every line that a client read
// against what its body perceived. What no client can see, that nothing leaves the server before the disk has it and
// that no queue outgrows its name, is looked at by the storm itself.
//
// To add a fault: a [move] with odds, and a sight that counts it (sight.go). To see the storm find something, spoil
// the server with a [Plant]. Each storm runs on its caller's goroutine; storms share nothing and may run side by side.
package storm

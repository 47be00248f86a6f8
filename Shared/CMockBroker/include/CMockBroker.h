#pragma once
#include <stdbool.h>

/// Lets clients wait at the door from now on: a client that asks for a topic before it is made would make it itself, with
/// another number of partitions.
void mock_broker_keep_out(bool keep);
/// Makes the next listening socket of this thread that asks for 127.0.0.1 and any port take `port` instead, then port + 1,
/// and so on; 0 ends it. librdkafka's in-process broker can only listen on a port of the system's choice.
void mock_broker_listen_on(int port);
/// Writes standard output line by line even when it is a pipe.
void mock_broker_line_buffered_output(void);

#pragma once
/// Makes the next listening socket of this thread that asks for 127.0.0.1 and any port take `port` instead, then port + 1,
/// and so on; 0 ends it. librdkafka's in-process broker can only listen on a port of the system's choice.
void mock_broker_listen_on(int port);
/// Writes standard output line by line even when it is a pipe.
void mock_broker_line_buffered_output(void);
